import * as z from 'zod/mini'
import { MOBILE_SYSTEMS, PHONE_NUMBER_INVALID, phoneNumber } from './app-link.ts'

/** POST /api/app_links. The output number is in E.164. */
export const appLinkInput = z.strictObject({
  phone_number: z.pipe(
    z.string(PHONE_NUMBER_INVALID),
    z.transform((typed: string, context): string => {
      const number = phoneNumber(typed)
      if (number === null) context.issues.push({ code: 'custom', message: PHONE_NUMBER_INVALID, input: typed })
      return number ?? ''
    }),
  ),
  applet_type: z.nullable(z.enum(MOBILE_SYSTEMS)),
  for_applet: z.boolean(),
})
export type AppLinkInput = z.output<typeof appLinkInput>
