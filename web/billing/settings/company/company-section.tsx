import { lazy, Suspense } from 'react'
import type { Company, CompanyAnswer } from '../../../../worker/contract/billing/company.ts'
import { Button } from '../../../ui/button/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { useFocusWhenBack } from '../../../ui/focus/use-focus-when-back.ts'
import { NeedsScript } from '../../../ui/form/needs-script.tsx'
import { Skeleton } from '../../../ui/panel/skeleton.tsx'
import { RetryLoading } from '../../../ui/retry/retry-loading.tsx'
import { AddressLines } from './address-lines.tsx'
import { taxIdName } from './tax-id-words.ts'
import { useCompany } from './use-company.ts'
import './company-section.css'

/** The form and its countries load when it is opened. */
const CompanyForm = lazy(() => import('./company-form.tsx').then((module) => ({ default: module.CompanyForm })))

type Props = { given: CompanyAnswer | null; user: string }

/** Company details for receipts. `given`: null if they could not be loaded. */
export function CompanySection({ given, user }: Props) {
  const { answer, editing, edit, saved, removal, refresh } = useCompany(given, user)
  const button = useFocusWhenBack(editing)
  const company = answer?.company ?? null
  return (
    <section className="company-section" aria-labelledby="company">
      <h2 id="company">Company details</h2>
      {answer ? null : <RetryLoading what="Your company details" onRetry={refresh} />}
      {editing ? (
        <Suspense fallback={<Skeleton shape="row" />}>
          <CompanyForm user={user} company={company} onSaved={saved} onClose={() => edit(false)} />
        </Suspense>
      ) : null}
      {answer && !editing ? (
        <>
          {company ? <CompanyNow company={company} /> : <p>Receipts can name your company and its tax number.</p>}
          <p className="actions">
            <Button ref={button} kind="secondary" onClick={() => edit(true)}>
              {company ? 'Change company details' : 'Add company details'}
            </Button>
            {company ? (
              <Button kind="quiet" onClick={removal.ask}>
                Remove
              </Button>
            ) : null}
          </p>
          <NeedsScript what="Changing company details" />
        </>
      ) : null}
      <ConfirmDialog {...removal.dialog} title="Remove company details?" action="Remove">
        <p>Your next receipts will not name your company. Receipts that you already have stay as they are.</p>
      </ConfirmDialog>
    </section>
  )
}

function CompanyNow({ company }: { company: Company }) {
  const { name, tax_id_type, tax_id } = company
  return (
    <address>
      <b className="line">{name}</b>
      <AddressLines address={company} />
      {tax_id ? (
        <span className="line">
          {taxIdName(tax_id_type)} {tax_id}
        </span>
      ) : null}
    </address>
  )
}
