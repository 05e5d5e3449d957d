/** Control characters, unpaired surrogates, and marks that reverse the direction of the surrounding text. */
const UNFIT = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u
const UNFIT_IN_LINES = /(?!\n)[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu

/** Whether a line cannot be shown to others as it stands. */
export function isUnfit(line: string): boolean {
  return UNFIT.test(line)
}

/** Whether there is anything to see: more than spaces, marks, fillers and joiners. */
export function isVisible(text: string): boolean {
  return /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)
}

/** Lines that somebody else reads, without what would hide or reverse a part of them. */
export function tidyLines(given: string): string {
  return given.replace(/\r\n?/g, '\n').replace(UNFIT_IN_LINES, '').trim()
}
