import { activationPath } from '../../../worker/contract/addresses.ts'
import type { Activation } from '../../../worker/contract/connections/service.ts'
import { api } from '../../browser/api/api-calls.ts'
import { leaveFlash } from '../../browser/storage/flash-cookie.ts'
import { replaceWith } from '../../browser/navigation/navigate.ts'
import type { PageProps } from '../../site/session/session.ts'
import { useSite } from '../../site/site-context.tsx'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { NeedsScript } from '../../ui/form/needs-script.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ConnectAtServer, type ServerStep } from './connect-at-server.tsx'
import { KEY_FIELD, PastedFields } from './pasted-fields.tsx'
import { pasteInstead } from './paste-instead.ts'
import { StepHead } from './step-head.tsx'
import './activate-page.css'
import '../../site/narrow-page.css'
import '../../ui/styles/forms.css'

type KeyStep = Activation & { kind: 'key' }
/** `help`: where that can be changed, such as a plan that allows it. */
type RefusedStep = { kind: 'refused'; message: string; return_to: string; help: { label: string; to: string } | null }
type AskStep = Activation & { kind: 'ask' }
export type ActivateData = KeyStep | AskStep | ServerStep | RefusedStep

/**
 * /activate: the page for services with a key, and for activations without a press; others are a redirect.
 */
export function Page({ data }: PageProps<ActivateData>) {
  switch (data.kind) {
    case 'refused':
      return <Refused {...data} />
    case 'key':
      return <ConnectByKey step={data} />
    case 'ask':
      return <ConnectByPress step={data} />
    case 'server':
      return <ConnectAtServer step={data} />
  }
}

/** The Applet's page continued automatically, so the user presses before a service asks for consent. */
function ConnectByPress({ step: { service, step, steps, to, server, paste, return_to } }: { step: AskStep }) {
  const { product_name } = useSite()
  const name = server === null ? service.name : new URL(server).host
  return (
    <div className="activate-page narrow-page column">
      <StepHead service={service} step={step} steps={steps} />
      <p>{`${name} now asks whether ${product_name} may use your account. You can disconnect it at any time in your settings.`}</p>
      <div className="actions">
        <ButtonLink href={to}>{`Continue to ${name}`}</ButtonLink>
        <ButtonLink href={return_to} kind="quiet">
          Cancel
        </ButtonLink>
      </div>
      {paste === null ? null : (
        <p className="quiet-text">
          Or <a href={paste.to}>{pasteInstead(paste.label)}</a>.
        </p>
      )}
    </div>
  )
}

function ConnectByKey({ step: { service, step, steps, fields, sign_in, remaining, return_to } }: { step: KeyStep }) {
  const { product_name } = useSite()
  const { module_name } = service
  const asked = fields ?? [KEY_FIELD]
  const { form, busy, problem } = useForm(
    asked.map(({ slug }) => slug),
    async (values) => {
      await api.connectKey(fields ? { module_name, values } : { module_name, key: values['key'] ?? '' })
      leaveFlash({ type: 'success', message: `${service.name} is connected.` })
      replaceWith(remaining.length > 0 ? activationPath(remaining, return_to) : return_to)
    },
  )
  return (
    <div className="activate-page narrow-page column">
      <StepHead service={service} step={step} steps={steps} />
      <p>
        {`To connect ${service.name}, ${fields ? 'fill this in' : `copy a key from your ${service.name} account and paste it here`}. ${product_name} stores it encrypted, uses it only for your Applets, and forgets it when you disconnect ${service.name}.`}
      </p>
      <NeedsScript />
      <form className="form" {...form}>
        <PastedFields fields={asked} problems={problem.fields} />
        <ErrorPanel title={problem.message} />
        <div className="actions">
          <Button type="submit" busy={busy}>
            Connect
          </Button>
          <ButtonLink href={return_to} kind="quiet">
            Cancel
          </ButtonLink>
        </div>
      </form>
      {sign_in === null ? null : (
        <p className="quiet-text">
          Or <a href={sign_in}>{`sign in at ${service.name} instead`}</a>.
        </p>
      )}
    </div>
  )
}

function Refused({ message, return_to, help }: RefusedStep) {
  return (
    <div className="activate-page narrow-page column">
      <h1>This could not be connected</h1>
      <p>{message}</p>
      <div className="actions">
        <ButtonLink href={return_to}>Go back</ButtonLink>
        <ButtonLink href={help?.to ?? '/explore'} kind="quiet">
          {help?.label ?? 'Explore services'}
        </ButtonLink>
      </div>
    </div>
  )
}
