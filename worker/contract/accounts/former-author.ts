import { authorPath } from '../addresses.ts'

/** Who made an Applet whose author deleted their account. No user name has a space, so it is nobody's. */
export const FORMER_AUTHOR = 'Former author'
/** The first character of a deleted account's user name, which no other can have. */
export const FORMER_MARK = '~'

/** Whether the account behind this row has been deleted, and only its id is left. */
export function isFormerUser({ login }: { login: string }): boolean {
  return login.startsWith(FORMER_MARK)
}

/** The author's page; null for a former author, who has none. */
export function pageOfAuthor(author: string): string | null {
  return author === FORMER_AUTHOR ? null : authorPath(author)
}
