import { isUnfit, isVisible } from '../shared/visible-text.ts'

export const APPLET_NAME_MAX = 200

/** A name is a single line, even when pasted with line breaks. */
export function tidyName(given: string): string {
  return given.replace(/\s+/gu, ' ').trim()
}

/** Finds the problem with a tidy name, as a sentence for its author; null for none. */
export function nameProblem(name: string): string | null {
  if (!isVisible(name)) return 'Enter a name.'
  return name.length > APPLET_NAME_MAX
    ? `Use at most ${APPLET_NAME_MAX} characters.`
    : isUnfit(name)
      ? 'This name contains characters that cannot be shown.'
      : null
}
