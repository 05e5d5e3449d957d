import type { ConnectState } from './connect-state.ts'

/** Whether something else may open: no connecting is under way, just finished or about to start. */
export function isAtRest({ kind, outcome }: Pick<ConnectState, 'kind' | 'outcome'>): boolean {
  return kind === 'idle' && outcome === 'loaded'
}
