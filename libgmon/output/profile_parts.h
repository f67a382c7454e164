/* profile_parts.h -- the parts of a profile.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_PROFILE_PARTS_H
#define GMON_PROFILE_PARTS_H

struct arcs;
struct blocks;
struct descriptors;
struct pchist;
struct sampler;
struct text;
struct whole;

/* The parts of a profile, while it is being recorded.  */
struct gmon_profile
{
  const struct text *text;
  const struct arcs *arcs;
  const struct blocks *blocks;
  const struct pchist *hist;
  const struct sampler *sampler;        /* names the unit of the histogram */
  struct whole *const *whole;   /* points to NULL if only the program itself
                                   is recorded */
  struct descriptors *descriptors;      /* to open other files with */
};

#endif /* GMON_PROFILE_PARTS_H */
