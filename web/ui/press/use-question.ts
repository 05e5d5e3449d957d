import { questionOf } from './press-flow.ts'
import { usePresses } from './use-presses.ts'

/** A question that stays open until `work` is done, with the problem of the last try. `dialog`: props of its dialog. */
export function useQuestion(work: () => Promise<unknown>) {
  const { state, ask, press, confirm, decline } = usePresses<'work'>(work)
  const question = questionOf(state)
  return {
    ask: () => ask('work'),
    dialog: {
      ...question,
      onCancel: decline,
      onConfirm: question.problem === null ? confirm : () => press('work'),
    },
  }
}
