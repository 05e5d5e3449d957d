import * as z from 'zod/mini'
import { DESCRIPTION_MAX } from './describe-draft.ts'

/** POST /api/drafts/describe. */
export const describeDraftInput = z.strictObject({
  sentence: z.pipe(
    z.string(),
    z.pipe(
      z.transform((text: string) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()),
      z
        .string()
        .check(
          z.minLength(3, 'Say what should happen, and when.'),
          z.maxLength(DESCRIPTION_MAX, `At most ${DESCRIPTION_MAX} characters.`),
        ),
    ),
  ),
})
export type DescribeDraftInput = z.output<typeof describeDraftInput>
