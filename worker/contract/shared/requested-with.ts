/** What every call of our pages carries (§7): a plain form of another site cannot. */
export const REQUESTED_WITH = { 'x-requested-with': 'XMLHttpRequest' } as const
