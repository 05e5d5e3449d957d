import { useCallback, useEffect, useState } from 'react'
import { focusWhenShown } from '../../browser/document/when-shown.ts'

/**
 * Gives the focus to the first selector's element once the page shows it; the other selectors are for when it never
 * does.
 */
export function useNextFocus(): (...selectors: string[]) => void {
  const [wanted, setWanted] = useState<readonly string[]>([])
  useEffect(() => (wanted.length === 0 ? undefined : focusWhenShown(wanted)), [wanted])
  return useCallback((...selectors: string[]) => setWanted(selectors), [])
}
