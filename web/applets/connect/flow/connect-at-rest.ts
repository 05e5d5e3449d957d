import type { ConnectState } from './connect-state.ts'

/** Whether something else may come forward: nothing is being connected, nor was just now, nor is about to be. */
export function isAtRest({ kind, outcome }: Pick<ConnectState, 'kind' | 'outcome'>): boolean {
  return kind === 'idle' && outcome === 'loaded'
}
