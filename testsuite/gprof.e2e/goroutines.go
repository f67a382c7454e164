// goroutines.go -- a Go program whose paths are known.
//
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Four goroutines take 0.15 s each in spin, a function without a frame, which
// middle and outer call.  See go.exp.
package main

import (
	"sync"
	"time"
)

//go:noinline
func spin(n int) (sum int) {
	for i := 0; i < n; i++ {
		sum += i ^ sum
	}
	return sum
}

//go:noinline
func middle(n int) int {
	return spin(n) + 1
}

//go:noinline
func outer(until time.Time) (sum int) {
	for time.Now().Before(until) {
		sum += middle(300000) + middle(200000)
	}
	return sum
}

func main() {
	var all sync.WaitGroup
	until := time.Now().Add(600 * time.Millisecond)

	for i := 0; i < 4; i++ {
		all.Add(1)
		go func() {
			outer(until)
			all.Done()
		}()
	}
	all.Wait()
}
