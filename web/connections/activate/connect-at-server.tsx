import type { SubmitEvent } from 'react'
import { ACTIVATE_PATH } from '../../../worker/contract/addresses.ts'
import type { Activation } from '../../../worker/contract/connections/service.ts'
import { goTo } from '../../browser/navigation/navigate.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { StepHead } from './step-head.tsx'
import './activate-page.css'
import '../../site/narrow-page.css'
import '../../ui/styles/forms.css'

export type ServerStep = Activation & { kind: 'server' }

/**
 * Asks for the user's server, then leads there. Without JavaScript the same form leads to a page with a link, because a
 * page's policy lets no form lead to another site.
 */
export function ConnectAtServer({
  step: { service, field, value, problem, step, steps, query, return_to },
}: {
  step: ServerStep
}) {
  return (
    <div className="activate-page narrow-page column">
      <StepHead service={service} step={step} steps={steps} />
      <p>{`${service.name} runs on many servers. Name yours, and sign in there.`}</p>
      <form className="form" method="get" action={ACTIVATE_PATH} onSubmit={leadThere}>
        {query.map(([name, given]) => (
          <input key={name + given} type="hidden" name={name} value={given} />
        ))}
        <input type="hidden" name="ask" value="1" />
        <Field
          label={field.label}
          hint={field.hint}
          error={problem ?? undefined}
          id="server"
          name="server"
          required
          maxLength={300}
          defaultValue={value === '' ? field.default_value : value}
          inputMode="url"
          autoComplete="on"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
        <div className="actions">
          <Button type="submit">Continue</Button>
          <ButtonLink href={return_to} kind="quiet">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </div>
  )
}

function leadThere(event: SubmitEvent<HTMLFormElement>) {
  event.preventDefault()
  const entries = [...new FormData(event.currentTarget)].filter(([name]) => name !== 'ask')
  goTo(`${ACTIVATE_PATH}?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`)
}
