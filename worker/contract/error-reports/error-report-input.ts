import * as z from 'zod/mini'

/** POST /api/errors: an error of one of our pages, in a browser or at the edge. */
export const errorReportInput = z.strictObject({
  message: z.string().check(z.maxLength(1000)),
  stack: z.nullable(z.string().check(z.maxLength(6000))),
  /** The page's module, such as `applets/connection-page/connection-page`: never its address. */
  page: z.nullable(z.string().check(z.regex(/^[a-z\d/-]{1,100}$/))),
  /** The build of the pages. */
  release: z.string().check(z.regex(/^[\w.-]{1,40}$/)),
  /** The id of the request that answered the page, if the page knows it. */
  request_id: z.nullable(z.string().check(z.regex(/^[0-9a-f]{16}$/))),
  /** It is a call that we refused (4xx). */
  refused: z.optional(z.literal(true)),
})
export type ErrorReport = z.output<typeof errorReportInput>
