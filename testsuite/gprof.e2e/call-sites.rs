// call-sites.rs -- traits, collections, recursion and threads, for so many ms.
// SPDX-License-Identifier: GPL-3.0-or-later
use std::collections::{BTreeMap, HashMap};
extern "C" {
    fn clock() -> i64; // of Linux: microseconds of CPU time
}
fn cpu_ms() -> i64 { unsafe { clock() / 1000 } }
trait Shape { fn area(&self, n: u64) -> u64; }
struct Square(u64);
struct Words(Vec<String>);
impl Shape for Square { fn area(&self, n: u64) -> u64 { (0..n).fold(self.0, |a, b| a.wrapping_mul(31) ^ b) } }
impl Shape for Words {
    fn area(&self, n: u64) -> u64 {
        let mut words = self.0.clone();
        words.sort_by(|a, b| b.bytes().rev().cmp(a.bytes().rev()));
        let mut counts: HashMap<String, u64> = HashMap::new();
        for word in &words { *counts.entry(word[..2].to_string()).or_default() += n; }
        counts.values().sum()
    }
}
fn tree(depth: u32, seed: u64) -> u64 {
    if depth == 0 { return seed.rotate_left(7) ^ 0x9e37; }
    let mut map = BTreeMap::new();
    for i in 0..8 { map.insert(seed.wrapping_mul(i + 3), i); }
    map.keys().fold(0, |a, b| a ^ b) ^ tree(depth - 1, seed + 1) ^ tree(depth - 1, seed + 2)
}
fn work(end: i64) -> u64 {
    let shapes: Vec<Box<dyn Shape>> = vec![
        Box::new(Square(3)),
        Box::new(Words((0..300).map(|i| format!("{:05}", i * 7919 % 10007)).collect())),
    ];
    let mut sum = 0u64;
    while cpu_ms() < end {
        for shape in &shapes { sum = sum.wrapping_add(shape.area(2000)); }
        sum ^= tree(6, sum & 0xff);
    }
    sum
}
fn main() {
    let ms: i64 = std::env::args().nth(1).map_or(300, |text| text.parse().unwrap());
    let thread = std::thread::spawn(move || work(ms));
    let sum = work(ms) ^ thread.join().unwrap();
    println!("{}", sum & 1);
}
