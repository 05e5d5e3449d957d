import { useState } from 'react'
import type { CompanyAnswer } from '../../../../worker/contract/billing/company.ts'
import { useFlash } from '../../../ui/flash/use-flash.tsx'
import { useQuestion } from '../../../ui/press/use-question.ts'
import { companyCalls } from './company-calls.ts'

/** The section's driver. `given`: null if it could not be loaded. */
export function useCompany(given: CompanyAnswer | null, user: string) {
  const [answer, setAnswer] = useState(given)
  const [editing, setEditing] = useState(false)
  const flash = useFlash()
  function take(saved: CompanyAnswer) {
    setAnswer(saved)
    setEditing(false)
    flash('success', saved.company ? 'Your next receipts name your company.' : 'We removed your company details.')
  }
  return {
    answer,
    editing,
    edit: setEditing,
    saved: take,
    removal: useQuestion(async () => take(await companyCalls.remove(user))),
    refresh: async () => setAnswer(await companyCalls.read()),
  }
}
