import { useRef, useState } from 'react'
import type { DescribedDraft } from '../../../worker/contract/drafts/describe-draft.ts'
import { rulesIn, upgradeRequestFor } from '../../site/upgrade/store/upgrade-modal-request.ts'
import { useUpgradeModalStore } from '../../site/upgrade/store/upgrade-modal-store.ts'
import { describeReducer, isWaitedFor, NOT_ASKED, type DescribeEvent } from './describe-flow.ts'
import { describeProblem } from './describe-problem.ts'

export type DescribeCall = (sentence: string) => Promise<DescribedDraft>

/** Drives the form: asks once, lets its user stop waiting, and offers the plan that a limit asks for. */
export function useDescribe(describe: DescribeCall) {
  const [state, setState] = useState(NOT_ASKED)
  const current = useRef(state)
  const { ask: askForUpgrade } = useUpgradeModalStore()

  function dispatch(event: DescribeEvent) {
    current.current = describeReducer(current.current, event)
    setState(current.current)
  }
  async function ask(sentence: string): Promise<void> {
    const before = current.current.attempt
    dispatch({ type: 'asked' })
    const { attempt } = current.current
    if (attempt === before) return
    try {
      const described = await describe(sentence)
      dispatch({ type: 'answered', attempt, described })
    } catch (error) {
      const waited = isWaitedFor(current.current, attempt)
      dispatch({ type: 'refused', attempt, problem: describeProblem(error) })
      const upgrade = waited ? upgradeRequestFor(rulesIn(error)) : null
      if (upgrade && (await askForUpgrade(upgrade))) await ask(sentence)
    }
  }
  return {
    state,
    ask,
    cancel: () => dispatch({ type: 'canceled' }),
    edit: () => dispatch({ type: 'edited' }),
  }
}
