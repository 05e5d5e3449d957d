import * as z from 'zod/mini'

/** The values of settings of these shapes, once read. */
export type Read<Shapes extends Record<string, z.ZodMiniType>> = { [Name in keyof Shapes]: z.output<Shapes[Name]> }

/** A name that no server has. */
export const NOWHERE = 'wrong-setting.invalid'

export const origin = z
  .string()
  .check(
    z.refine(
      (value) => URL.canParse(value) && new URL(value).origin === value,
      'must be an origin such as https://example.com',
    ),
  )

export const trueOrFalse = z.pipe(
  z.enum(['true', 'false'], 'must be "true" or "false"'),
  z.transform((value) => value === 'true'),
)
export const onOrOff = z.pipe(
  z.enum(['on', 'off'], 'must be "on" or "off"'),
  z.transform((value) => value === 'on'),
)
export const flag = z._default(trueOrFalse, false)

/** Reads an empty value as one that is not set, so that both mean the setting's default. */
export function emptyAsDefault<Setting extends z.ZodMiniType>(setting: Setting) {
  return z.pipe(
    z.transform((value: unknown) => (value === '' ? undefined : value)),
    setting,
  )
}

/** A comma-separated list; empty by default. */
export const list = z._default(
  z.pipe(
    z.string(),
    z.transform((text: string) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    ),
  ),
  [],
)
/** For addresses that pages link to: https only. */
export const httpsUrl = z.string().check(z.url({ protocol: /^https$/, error: 'must be an https address' }))
export const optional = (pattern: RegExp, shape: string) =>
  z._default(z.string().check(z.regex(new RegExp(`^$|${pattern.source}`), `must be ${shape}`)), '')
