import { useState } from 'react'
import { appletPath } from '../../../worker/contract/addresses.ts'
import { askUsersPath } from '../../../worker/contract/drafts/draft-addresses.ts'
import type { PublishedText } from '../../../worker/contract/applets/applet-input.ts'
import { APPLET_NAME_MAX } from '../../../worker/contract/applets/applet-name.ts'
import {
  DESCRIPTION_MAX,
  PROPOSITION_TEXT_MAX,
  PROPOSITION_TITLE_MAX,
  type Publication,
} from '../../../worker/contract/applets/publication.ts'
import { VALUE_PROPOSITIONS_MAX } from '../../../worker/contract/limits.ts'
import { publishApi } from '../../browser/api/publish-calls.ts'
import { goTo } from '../../browser/navigation/navigate.ts'
import { leaveFlash } from '../../browser/storage/flash-cookie.ts'
import { Button } from '../../ui/button/button.tsx'
import { Field, TextAreaField } from '../../ui/form/field.tsx'
import { NeedsScript } from '../../ui/form/needs-script.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useKeptTyping } from '../../ui/form/use-kept-typing.ts'
import { pressAgain, pressWith, SecretAddresses } from '../../ui/secret-address/secret-addresses.tsx'
import { useEarlyTyping } from '../../ui/state/use-early-typing.ts'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { nowIs } from '../words/applet-words.ts'
import { hasProblem } from './publication-problem.tsx'
import { REASONS, readText, checkText, TEXT_FIELDS, type TextValues } from './publication-text.ts'

/** The press that shows addresses which look like secrets, instead of publishing them. */
const FIRST_PRESS = 'addresses'
const FIELDS = [...TEXT_FIELDS, FIRST_PRESS] as const

type Props = { publication: Publication; onText: (text: PublishedText) => void }

/** Name, description and up to three reasons. The preview follows each letter. */
export function PublishForm({ publication, onText }: Props) {
  const { applet } = publication
  useEarlyTyping('.publish-page form')
  const secrets = applet.published ? [] : [...new Set(publication.secret_addresses.map(({ host }) => host))]
  const [shown, setShown] = useState(false)
  const { state, form, busy, problem } = useForm<(typeof FIELDS)[number]>(
    FIELDS,
    async (values) => {
      await publishApi.publish(applet.id, { ...readText(values), seen: secrets })
      leaveFlash({ type: 'success', message: applet.published ? 'The new text is saved.' : nowIs('published', applet) })
      goTo(appletPath(applet))
    },
    (values) => {
      const problems = checkText(values)
      if (shown || secrets.length === 0 || Object.keys(problems).length > 0) return problems
      setShown(true)
      return { [FIRST_PRESS]: pressAgain(secrets) }
    },
  )
  useKeptTyping(state.kind === 'accepted')
  const blocked = applet.taken_down || (!applet.published && hasProblem(publication))
  return (
    <form
      className="form"
      {...form}
      onChange={({ currentTarget }) => onText(readText(Object.fromEntries(new FormData(currentTarget)) as TextValues))}
    >
      <NeedsScript />
      <Field
        label="Name"
        name="name"
        required
        maxLength={APPLET_NAME_MAX}
        autoComplete="off"
        defaultValue={publication.name}
        hint="What it does, in a few words. No links, and not only the name of a service."
        error={problem.fields.name}
      />
      <TextAreaField
        label="Description"
        name="description"
        required
        rows={4}
        maxLength={DESCRIPTION_MAX}
        defaultValue={applet.description}
        hint="What happens, who it is for, and what people need to use it."
        error={problem.fields.description}
      />
      <fieldset>
        <legend>
          Reasons to use it <span className="optional">(optional)</span>
        </legend>
        <div className="reasons">
          {REASONS.slice(0, VALUE_PROPOSITIONS_MAX).map((n) => (
            <fieldset key={n}>
              <legend>{`Reason ${n + 1}`}</legend>
              <Field
                label="Title"
                name={`title_${n}`}
                maxLength={PROPOSITION_TITLE_MAX}
                autoComplete="off"
                defaultValue={applet.value_propositions[n]?.title}
                error={problem.fields[`title_${n}`]}
              />
              <TextAreaField
                label="In a sentence or two"
                name={`text_${n}`}
                rows={2}
                maxLength={PROPOSITION_TEXT_MAX}
                defaultValue={applet.value_propositions[n]?.text}
                error={problem.fields[`text_${n}`]}
              />
            </fieldset>
          ))}
        </div>
      </fieldset>
      {secrets.length > 0 ? <SecretAddresses addresses={secrets} askHref={askUsersPath(applet)} /> : null}
      <ErrorPanel title={problem.message ?? problem.fields[FIRST_PRESS] ?? null} />
      {blocked ? null : (
        <Button type="submit" busy={busy}>
          {applet.published ? 'Save' : shown ? pressWith('Publish', secrets) : 'Publish'}
        </Button>
      )}
    </form>
  )
}
