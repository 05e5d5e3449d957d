import { useState } from 'react'
import type { CompanyAnswer } from '../../../../worker/contract/billing/company.ts'
import { messageOf } from '../../../browser/request/request-error.ts'
import { useFlash } from '../../../ui/flash/use-flash.tsx'
import { companyCalls } from './company-calls.ts'

type Question = 'edit' | 'remove'

/** The section's driver. `given`: null if it could not be loaded. */
export function useCompany(given: CompanyAnswer | null, user: string) {
  const [answer, setAnswer] = useState(given)
  const [asking, setAsking] = useState<Question | null>(null)
  const [removing, setRemoving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const flash = useFlash()
  function take(saved: CompanyAnswer) {
    setAnswer(saved)
    setAsking(null)
    flash('success', saved.company ? 'Your next receipts name your company.' : 'We removed your company details.')
  }
  async function remove() {
    setRemoving(true)
    setProblem(null)
    try {
      take(await companyCalls.remove(user))
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setRemoving(false)
    }
  }
  return {
    answer,
    asking,
    removing,
    problem,
    ask: (what: Question | null) => {
      setProblem(null)
      setAsking(what)
    },
    saved: take,
    remove: () => void remove(),
    refresh: async () => setAnswer(await companyCalls.read()),
  }
}
