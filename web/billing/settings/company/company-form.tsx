import { useEffect } from 'react'
import { TAX_ID_TYPES, type Company, type CompanyAnswer } from '../../../../worker/contract/billing/company.ts'
import { Button } from '../../../ui/button/button.tsx'
import { COUNTRY_OPTIONS } from '../../../ui/country-options.ts'
import { Field, SelectField } from '../../../ui/form/field.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { ErrorPanel } from '../../../ui/panel/error-panel.tsx'
import { companyCalls } from './company-calls.ts'
import { TAX_ID_NAMES } from './tax-id-words.ts'
import './company-section.css'
import '../../../ui/styles/forms.css'

type Props = {
  user: string
  company: Company | null
  onSaved: (answer: CompanyAnswer) => void
  onClose: () => void
}

const NAMES = [
  'name',
  'line1',
  'line2',
  'postal_code',
  'city',
  'state',
  'country',
  'tax_id_type',
  'tax_id',
] as const satisfies readonly (keyof Company)[]

const taxIdTypes = TAX_ID_TYPES.map((value) => ({ value, label: TAX_ID_NAMES[value] }))

/** The form for a company's details on receipts. A refusal stands at its field, and what was typed stays. */
export function CompanyForm({ user, company, onSaved, onClose }: Props) {
  const { form, busy, problem } = useForm(NAMES, async (values) => {
    const tax_id_type = TAX_ID_TYPES.find((type) => type === values.tax_id_type) ?? ''
    onSaved(await companyCalls.save(user, { ...values, tax_id_type }))
  })
  const { ref } = form
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref])
  const shared = (name: (typeof NAMES)[number]) => ({
    name,
    id: `company-${name}`,
    defaultValue: company?.[name] ?? '',
    error: problem.fields[name],
  })
  return (
    <form className="form company-form" {...form}>
      <Field label="Company name" autoComplete="organization" required {...shared('name')} />
      <Field label="Street and number" autoComplete="address-line1" required {...shared('line1')} />
      <Field label="Suite or floor" optional autoComplete="address-line2" {...shared('line2')} />
      <div className="beside">
        <Field label="Postal code" optional autoComplete="postal-code" {...shared('postal_code')} />
        <Field label="City" autoComplete="address-level2" required {...shared('city')} />
      </div>
      <div className="beside">
        <Field label="State" optional autoComplete="address-level1" {...shared('state')} />
        <SelectField
          label="Country"
          autoComplete="country"
          required
          options={COUNTRY_OPTIONS}
          placeholder="Choose a country"
          {...shared('country')}
        />
      </div>
      <SelectField
        label="Tax number type"
        optional
        options={taxIdTypes}
        placeholder="No tax number"
        {...shared('tax_id_type')}
      />
      <Field label="Tax number" optional autoCapitalize="characters" spellCheck={false} {...shared('tax_id')} />
      <ErrorPanel title={problem.message} />
      <div className="actions">
        <Button type="submit" busy={busy}>
          Save details
        </Button>
        <Button kind="secondary" unavailable={busy} onClick={onClose}>
          Discard
        </Button>
      </div>
    </form>
  )
}
