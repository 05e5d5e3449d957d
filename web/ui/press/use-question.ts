import { usePresses } from './use-presses.ts'

/** A question that stays open until `work` is done, with the problem of the last try. `dialog`: props of its dialog. */
export function useQuestion(work: () => Promise<unknown>) {
  const { state, ask, press, confirm, decline } = usePresses<'work'>(work)
  const problem = state.kind === 'idle' ? state.problem : null
  return {
    ask: () => ask('work'),
    dialog: {
      open: state.kind !== 'idle' || problem !== null,
      busy: state.kind === 'working',
      problem,
      onCancel: decline,
      onConfirm: problem === null ? confirm : () => press('work'),
    },
  }
}
