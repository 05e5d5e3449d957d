/** `ok`: set up. `note`: nobody but a person can tell. `open`: has to be mended, and how. */
export type Finding =
  | { state: 'ok'; what: string }
  | { state: 'note'; what: string }
  | { state: 'open'; what: string; mend: string }

export const ok = (what: string): Finding => ({ state: 'ok', what })
export const note = (what: string): Finding => ({ state: 'note', what })
export const open = (what: string, mend: string): Finding => ({ state: 'open', what, mend })

const SIGNS: Record<Finding['state'], string> = { ok: '✓', note: '·', open: '✗' }

/** Writes the findings for a person, open ones last. */
export function describeFindings(findings: readonly Finding[]): string {
  const order: Finding['state'][] = ['ok', 'note', 'open']
  const sorted = order.flatMap((state) => findings.filter((each) => each.state === state))
  const lines = sorted.map(
    (each) => `${SIGNS[each.state]} ${each.what}${each.state === 'open' ? `\n    → ${each.mend}` : ''}`,
  )
  const count = findings.filter(({ state }) => state === 'open').length
  return [...lines, '', count === 0 ? 'All is set up.' : `${count} to set up.`].join('\n')
}
