export const APPLET_NAME_MAX = 200

export const NAME_MISSING = 'Enter a name.'
export const NAME_TOO_LONG = `Use at most ${APPLET_NAME_MAX} characters.`

/** A name is a single line, even when pasted with line breaks. */
export function tidyName(given: string): string {
  return given.replace(/\s+/gu, ' ').trim()
}
