import { useEffect, useMemo, useState } from 'react'
import { activationPath, appletPath, editPath } from '../../../worker/contract/addresses.ts'
import type { AppletEditResponse, FieldToEdit } from '../../../worker/contract/applets/applet.ts'
import type { FieldOption } from '../../../worker/contract/connections/service.ts'
import { fillOptionsAddress, isSearched, searchAddress } from '../../../worker/contract/connections/options-address.ts'
import { dropFromAddress } from '../../browser/navigation/page-address.ts'
import type { PageProps } from '../../site/session/session.ts'
import { CsrfField } from '../../site/csrf-field.tsx'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { NeedsScript } from '../../ui/form/needs-script.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { ServiceIcon } from '../../ui/service/service-icon.tsx'
import type { KnownIngredients } from '../../site/ingredients/known-ingredients.ts'
import { addressError, cleanMessage } from '../../site/address-error/address-error.ts'
import { Destinations, fixedBy } from '../details/destinations.tsx'
import { EditField } from './edit-field.tsx'
import { modulesToConnect } from '../connect/flow/connect-addresses.ts'
import { permissionsOf } from '../connect/flow/connect-state.ts'
import { UpdateChanges } from './update-changes.tsx'
import { SEEN, useEdit, type EditData } from './use-edit.ts'
import './edit-page.css'
import '../../ui/notice.css'
import '../../ui/styles/forms.css'

/** …/edit: the fields that the Applet's user fills in. */
export function Page({ data: loaded, address, session }: PageProps<EditData>) {
  const [data, show] = useState(loaded)
  const { applet, viewer } = data
  const message =
    addressError(new URLSearchParams(address.query).toString()) ?? cleanMessage(address.query.error_message)
  // Stays on the page, but a reload or a shared address does not repeat it.
  useEffect(() => {
    if (message !== null) dropFromAddress(['error_type', 'error_message'])
  }, [message])
  return (
    <div className="edit-page column">
      <header>
        <a href={appletPath(applet)}>{applet.name}</a>
        <h1>Set it up</h1>
      </header>
      <ErrorPanel title={message} />
      <Destinations items={applet.fixed_destinations} words={fixedBy(viewer.is_author)} />
      <Content data={data} session={session} onChanged={show} takesFocus={data !== loaded} />
    </div>
  )
}

type FormProps = Pick<PageProps<EditData>, 'data' | 'session'> & {
  onChanged: (now: EditData) => void
  /** What changed came while the page was open. */
  takesFocus: boolean
}

function Content(props: FormProps) {
  const { data } = props
  const { applet, viewer, fields } = data
  const missing = modulesToConnect({ applet, viewer })
  if (missing.length > 0) return <ConnectFirst data={data} missing={missing} />
  if (fields.length === 0 && !viewer.newer_version) {
    return (
      <p>
        There is nothing to set up here. <a href={appletPath(applet)}>Back to the Applet</a>
      </p>
    )
  }
  return <EditForm {...props} />
}

/** Without connected services there are no options to choose from. */
function ConnectFirst({ data: { applet, viewer }, missing }: { data: AppletEditResponse; missing: readonly string[] }) {
  const services = permissionsOf({ applet, viewer }).filter(({ connected }) => !connected)
  const list = new Intl.ListFormat('en-US').format(services.map(({ service }) => service.name))
  const broken = services.every((each) => each.broken)
  return (
    <div className="connect-first">
      <p>{broken ? noLongerIn(list, services.length) : `Connect ${list} first, then choose what it works with.`}</p>
      <ButtonLink href={activationPath(missing, editPath(applet))}>
        {broken ? 'Reconnect' : 'Connect'} {list}
      </ButtonLink>
    </div>
  )
}

function noLongerIn(list: string, count: number): string {
  return count === 1
    ? `${list} no longer lets us in. Reconnect it, then choose what it works with.`
    : `${list} no longer let us in. Reconnect them, then choose what they work with.`
}

function EditForm({ data, session, onChanged, takesFocus }: FormProps) {
  const { applet, viewer, fields, ingredients, update } = data
  const { form, busy, problem, keepLabels } = useEdit({ data, onChanged })
  const known = useMemo(
    () => ({ ingredients, options: ingredients.map(({ name: value, label }) => ({ value, label })) }),
    [ingredients],
  )
  const lists = fields.some(({ type, resolve_url }) => type === 'select' && resolve_url !== null)
  return (
    <form {...form} className="form">
      <CsrfField session={session} />
      <input type="hidden" name="rev" value={applet.rev} />
      {lists ? <NeedsScript what="Choosing from the lists of a service" /> : null}
      {viewer.newer_version ? <p>A new version is there. Yours goes on until you save this.</p> : null}
      {update ? (
        <UpdateChanges
          key={applet.rev}
          title={viewer.newer_version ? 'Different from yours' : 'Different from what you read'}
          update={update}
          error={problem.fields[SEEN]}
          takesFocus={takesFocus}
        />
      ) : null}
      {groups(fields).map((group) => (
        <Group key={group.name} group={group} data={data} known={known} errors={problem.fields} onListed={keepLabels} />
      ))}
      <ErrorPanel title={problem.message} />
      <div className="actions">
        <Button type="submit" busy={busy}>
          {busy ? 'Saving…' : 'Save'}
        </Button>
        <ButtonLink kind="quiet" href={appletPath(applet)}>
          Cancel
        </ButtonLink>
      </div>
    </form>
  )
}

type FieldGroup = { name: string; module_name: string; fields: FieldToEdit[] }

/** Groups fields by step; two steps may have the same name. */
function groups(fields: readonly FieldToEdit[]): FieldGroup[] {
  const byStep = Map.groupBy(fields, ({ key }) => key.slice(0, key.indexOf('.')))
  return [...byStep].map(([name, own]) => ({ name, module_name: own[0]?.module_name ?? '', fields: own }))
}

type GroupProps = {
  group: FieldGroup
  data: EditData
  known: KnownIngredients
  errors: Readonly<Record<string, string>>
  onListed: (key: string, options: readonly FieldOption[]) => void
}

function Group({ group, known, data: { applet, viewer, accounts, refused, timeZone }, errors, onListed }: GroupProps) {
  const service = applet.step_services.find(({ module_name }) => module_name === group.module_name)
  const [changed, setChanged] = useState<Readonly<Record<string, string>>>({})
  const savedOf = ({ key, default_value }: FieldToEdit) =>
    refused?.values[key] ?? viewer.fields[key] ?? default_value ?? ''
  const valueAt = (at: string) => {
    const field = group.fields.find(({ key }) => key === at)
    return field && (changed[field.key] ?? savedOf(field))
  }
  const valueOf = (slug: string) => valueAt(`${group.name}.${slug}`)
  function addressOf({ key, resolve_url }: FieldToEdit): string | null {
    if (resolve_url === null) return null
    const slug = key.slice(group.name.length + 1)
    if (!isSearched(resolve_url, slug)) return fillOptionsAddress(resolve_url, valueOf)
    const address = fillOptionsAddress(resolve_url, (each) => (each === slug ? undefined : valueOf(each)))
    // What is saved was found before.
    return searchAddress(address, slug, changed[key] ?? '') ?? address
  }
  // What is for another choice than the one that was made only stands in the way.
  const isShown = ({ shown_for }: FieldToEdit) =>
    shown_for === null || ['', shown_for.value].includes(valueAt(shown_for.key) ?? '')
  return (
    <fieldset
      onChange={({ target }) => {
        if (target instanceof HTMLSelectElement || target instanceof HTMLInputElement) {
          setChanged({ ...changed, [target.name]: target.value })
        }
      }}
    >
      <legend>
        {service ? <ServiceIcon name="" src={service.icon} size={32} /> : null}
        <span>
          {service ? <span className="service">{service.name} </span> : null}
          {group.fields[0]?.step_name}
        </span>
      </legend>
      {group.fields.filter(isShown).map((field) => (
        <EditField
          key={field.key}
          field={{ ...field, resolve_url: addressOf(field) }}
          labelOf={(slug) => group.fields.find(({ key }) => key === `${group.name}.${slug}`)?.label ?? slug}
          saved={savedOf(field)}
          error={errors[field.key]}
          serviceName={service?.name ?? ''}
          accounts={accounts}
          known={known}
          timeZone={timeZone}
          onListed={(options) => onListed(field.key, options)}
        />
      ))}
    </fieldset>
  )
}
