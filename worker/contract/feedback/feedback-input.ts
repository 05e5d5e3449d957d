import * as z from 'zod/mini'
import { OPINIONS } from './feedback-form.ts'
import { toSuggestion } from './suggestion.ts'

/** POST /api/applets/{id}/feedback (§4.5). `like` alone makes a partial record; only a No has a reason. */
export const feedbackInput = z
  .strictObject({
    like: z.boolean(),
    opinion: z.optional(z.enum(OPINIONS)),
    suggestion: z.optional(z.pipe(z.string(), z.transform(toSuggestion))),
  })
  .check(
    z.refine(({ like, opinion }) => !like || opinion === undefined, {
      path: ['opinion'],
      message: 'Give a reason only for an Applet you do not like.',
    }),
  )
export type FeedbackInput = z.output<typeof feedbackInput>
