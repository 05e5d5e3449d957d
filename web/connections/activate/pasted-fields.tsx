import { useState } from 'react'
import type { PastedField } from '../../../worker/contract/connections/service.ts'
import { Field } from '../../ui/form/field.tsx'
import { SecretField } from '../../ui/form/secret-field.tsx'
import { inSentence } from './paste-instead.ts'

/** The field of a service with one key. */
export const KEY_FIELD: PastedField = { slug: 'key', label: 'Key', type: 'secret' }

/** The values that a service asks to be connected with; `problems` by field. */
export function PastedFields({
  fields,
  problems,
}: {
  fields: readonly PastedField[]
  problems: Record<string, string>
}) {
  const server = fields.find(({ base }) => base)
  const [address, setAddress] = useState(server?.default_value ?? '')
  return fields.map((field) => (
    <PastedFieldInput
      key={field.slug}
      field={field}
      page={pageOf(field, address)}
      error={problems[field.slug]}
      {...(field === server && { onType: setAddress })}
    />
  ))
}

/** Where the value is found; nothing where it is not said, or not yet. `server`: as it is typed so far. */
function pageOf({ page }: PastedField, server: string): string | undefined {
  if (!page?.startsWith('/')) return page
  const typed = server.trim()
  const address = /^[^\s/:]+\.[^\s:]+$/.test(typed) ? `https://${typed}` : typed
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return undefined
  const { origin, pathname } = new URL(address)
  return origin + pathname.replace(/\/+$/, '') + page
}

/** The page stays open beside this one, so that nothing typed here is lost. */
function HintWithPage({ hint, page }: { hint: string | undefined; page: string }) {
  return (
    <>
      {hint}{' '}
      <a href={page} target="_blank" rel="noopener noreferrer">
        Get it at {new URL(page).host}
        <span className="visually-hidden"> in a new tab</span>
      </a>
      . It takes about two minutes.
    </>
  )
}

type Props = {
  field: PastedField
  page: string | undefined
  error: string | undefined
  onType?: (text: string) => void
}

function PastedFieldInput({ field, page, error, onType }: Props) {
  const { slug, label, type, hint, required = true, default_value, prefix } = field
  const words = { label, hint: page ? <HintWithPage {...{ hint, page }} /> : hint, error, optional: !required }
  const input = {
    ...words,
    name: slug,
    id: slug,
    required,
    defaultValue: default_value,
    placeholder: prefix === undefined ? undefined : `${prefix}…`,
    autoComplete: 'off',
    autoCapitalize: 'none',
    autoCorrect: 'off',
    spellCheck: false,
  } as const
  switch (type) {
    case 'secret':
      return <SecretField {...input} what={inSentence(label)} />
    case 'url':
      return (
        <Field {...input} type="url" inputMode="url" onChange={({ currentTarget }) => onType?.(currentTarget.value)} />
      )
    case 'text':
      return <Field {...input} />
  }
}
