import * as z from 'zod/mini'
import { isVisible, tidyLines } from '../shared/visible-text.ts'
import { REPORT_REASONS, REPORT_TEXT_MAX, TAKEDOWN_REASON_MAX } from './applet-report.ts'

/** The form of /applets/{id}/report. */
export const reportInput = z.strictObject({
  reason: z.enum(REPORT_REASONS, 'Choose a reason.'),
  text: z._default(
    z
      .string()
      .check(z.overwrite(tidyLines), z.maxLength(REPORT_TEXT_MAX, `Use at most ${REPORT_TEXT_MAX} characters.`)),
    '',
  ),
})
export type ReportInput = z.output<typeof reportInput>

/** PATCH /api/operator/applets/{id} and /api/operator/authors/{login}. The author is mailed the reason. */
export const takeDownInput = z.union([
  z.strictObject({
    taken_down: z.literal(true),
    reason: z
      .string()
      .check(
        z.overwrite(tidyLines),
        z.refine(isVisible, 'Say why: the author is told.'),
        z.maxLength(TAKEDOWN_REASON_MAX, `Use at most ${TAKEDOWN_REASON_MAX} characters.`),
      ),
  }),
  z.strictObject({ taken_down: z.literal(false) }),
])
export type TakeDownInput = z.output<typeof takeDownInput>
