/* wrapped.c -- frames of functions that libgmon defines before the C library.

   SPDX-License-Identifier: 0BSD

   Contracts are in wrapped.h.  */

#include "record/wrapped.h"

static bool
range_has (const struct code_range *range, uintptr_t address)
{
  return address - range->start < range->end - range->start;
}

/* Returns the address within the instruction of the element I of PCS.  */
static uintptr_t
address_in (const uintptr_t *pcs, size_t i)
{
  return i == 0 ? pcs[0] : pcs[i] - 1;
}

void
wrapped_add (struct wrapped_list *list, struct code_range own,
             struct code_range next)
{
  if (list->len == WRAPPED_MOST)
    return;
  list->functions[list->len].own = own;
  list->functions[list->len].next = next;
  list->len++;
}

/* Returns the range of the function that the code at ADDRESS in libgmon.so
   stands before, or NULL.  */
static const struct code_range *
wrapped_at (const struct wrapped_list *list, uintptr_t address)
{
  for (size_t i = 0; i < list->len; i++)
    if (range_has (&list->functions[i].own, address))
      return &list->functions[i].next;
  return NULL;
}

uintptr_t
wrapped_function (const struct wrapped_list *list, uintptr_t address)
{
  const struct code_range *next = NULL;

  if (range_has (&list->all, address))
    next = wrapped_at (list, address);
  return next != NULL ? next->start : address;
}

/* Returns the index of the first element of PCS from I on that is not in
   libgmon.so, or LEN.  */
static size_t
end_of_run (const struct wrapped_list *list, const uintptr_t *pcs, size_t i,
            size_t len)
{
  while (i < len && range_has (&list->all, address_in (pcs, i)))
    i++;
  return i;
}

/* Stores what stands for the elements of PCS from FIRST to before END, which
   are in libgmon.so, behind the KEPT elements that are kept already.  Returns
   how many are kept then.  */
static size_t
replace_run (const struct wrapped_list *list, uintptr_t *pcs, size_t first,
             size_t end, size_t kept)
{
  const struct code_range *next = wrapped_at (list, address_in (pcs, end - 1));

  if (next == NULL)
    while (first < end)
      pcs[kept++] = pcs[first++];
  else if (kept == 0)
    pcs[kept++] = next->start;
  else if (!range_has (next, address_in (pcs, kept - 1)))
    pcs[kept++] = next->start + 1;
  return kept;
}

size_t
wrapped_replace (const struct wrapped_list *list, uintptr_t *pcs, size_t len,
                 size_t *gap)
{
  const size_t old_gap = *gap;
  size_t kept = 0, end;

  for (size_t i = 0; i < len; i = end)
    {
      end = end_of_run (list, pcs, i, len);
      if (end == i)
        {
          pcs[kept] = kept == 0 ? address_in (pcs, end) : pcs[end];
          kept++;
          end++;
        }
      else if (!list->passes_on || (kept == 0 && end == len))
        kept = replace_run (list, pcs, i, end, kept);
      if (i < old_gap && old_gap <= end)
        *gap = kept;
    }
  return kept;
}
