import * as z from 'zod/mini'
import { moduleName } from '../connections/connection-input.ts'
import { MY_APPLETS_CURSOR, MY_APPLETS_SEARCH_MAX, MY_APPLETS_SORTS, MY_APPLETS_STATUSES } from './my-applets.ts'

/** GET /api/my_applets. `q` is cut instead of refused, so that a pasted text still finds something. */
export const myAppletsInput = z.object({
  q: z._default(
    z.pipe(
      z.string(),
      z.transform((text: string) => text.trim().slice(0, MY_APPLETS_SEARCH_MAX)),
    ),
    '',
  ),
  status: z.optional(z.enum(MY_APPLETS_STATUSES)),
  service: z.optional(moduleName),
  sort: z._default(z.enum(MY_APPLETS_SORTS), 'recent'),
  after: z.optional(z.string().check(z.regex(MY_APPLETS_CURSOR))),
})
export type MyAppletsInput = z.output<typeof myAppletsInput>
