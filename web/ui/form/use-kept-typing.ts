import { useEffect } from 'react'
import { keepTyped } from '../../browser/new-version/typed-fields.ts'
import { whenLeft } from '../../browser/observe/when-left.ts'

/** Keeps what is typed on the page when it is left, for when it opens again in this tab, unless it has been sent. */
export function useKeptTyping(sent: boolean): void {
  useEffect(() => (sent ? undefined : whenLeft(keepTyped)), [sent])
}
