import { useState } from 'react'
import type { Billing, Invoices } from '../../../../worker/contract/billing/billing-overview.ts'
import { messageOf } from '../../../browser/request/request-error.ts'
import { useFlash } from '../../../ui/flash/use-flash.tsx'
import { billingCalls } from '../overview/billing-calls.ts'

/** The page's invoices, and older ones on demand. */
export function useInvoices({ invoices, has_more }: Billing) {
  const [older, setOlder] = useState<Invoices | null>(null)
  const [busy, setBusy] = useState(false)
  const flash = useFlash()
  const all = [...invoices, ...(older?.invoices ?? [])]
  const more = older ? older.has_more : has_more
  async function showOlder() {
    const last = all.at(-1)
    if (busy || !last) return
    setBusy(true)
    try {
      const page = await billingCalls.moreInvoices(last.id)
      setOlder((known) => ({ invoices: [...(known?.invoices ?? []), ...page.invoices], has_more: page.has_more }))
    } catch (error) {
      flash('danger', messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { all, more, busy, showOlder: () => void showOlder() }
}
