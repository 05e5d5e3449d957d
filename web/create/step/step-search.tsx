import { useEffect, useId, useRef, useState, type FormEvent, type RefObject } from 'react'
import type { ListedService } from '../../../worker/contract/applets/browse.ts'
import type { StepKind } from '../../../worker/contract/connections/service.ts'
import type { FoundDraftStep } from '../../../worker/contract/drafts/draft.ts'
import { Button } from '../../ui/button/button.tsx'
import { PressButton } from '../../ui/button/press-button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { Skeleton } from '../../ui/panel/skeleton.tsx'
import { ServiceIcon } from '../../ui/service/service-icon.tsx'
import { useEarlyTyping } from '../../ui/state/use-early-typing.ts'
import { OPEN_PANEL } from '../rows/draft-row.tsx'
import { FoundStep } from './found-step.tsx'
import { NOTHING_FOUND, STEP_SEARCH_WORDS } from './step-search-words.ts'
import { useStepSearch, type StepQuery } from './use-step-search.ts'
import './step-search.css'

/** A service among those to browse. */
export type BrowsedService = Pick<ListedService, 'module_name' | 'name' | 'icon' | 'step_kinds'>

type Props = {
  kind: StepKind
  services: readonly BrowsedService[]
  /** The steps for no words, if the page brought them. */
  first: readonly FoundDraftStep[] | null
  /** Takes the focus from the press that opened it, whose button is gone. */
  takesFocus?: boolean
  onChoose: (found: FoundDraftStep) => void
  /** The step stays as it is. Without it there is none yet. */
  onCancel: (() => void) | null
}

/** One search over all steps of a kind: what was used last and is popular first, services to browse below. */
export function StepSearch({ kind, services, first, takesFocus = false, onChoose, onCancel }: Props) {
  useEarlyTyping(OPEN_PANEL)
  const [query, setQuery] = useState<StepQuery>({ q: '', service: null })
  const { found, searching, problem, retry } = useStepSearch(kind, query, first)
  const list = useRef<HTMLUListElement>(null)
  const head = useRef<HTMLHeadingElement>(null)
  const [turns, setTurns] = useState(0)
  const title = useId()
  const { label, example } = STEP_SEARCH_WORDS[kind]
  const isAsked = query.q.trim() !== '' || query.service !== null
  const service = services.find(({ module_name }) => module_name === query.service)

  // The press takes its own button away.
  useEffect(() => {
    if (turns > 0) head.current?.focus()
  }, [turns])
  function browse(module_name: string | null) {
    setQuery({ q: '', service: module_name })
    setTurns(turns + 1)
  }
  function goToFirst(event: FormEvent) {
    event.preventDefault()
    focusStep(list.current, 0)
  }
  return (
    <div className="step-search">
      <search>
        <form method="dialog" onSubmit={goToFirst}>
          <Field
            type="search"
            label={label}
            placeholder={example}
            autoComplete="off"
            maxLength={200}
            value={query.q}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the press on “Choose another” asks for it
            autoFocus={takesFocus}
            onChange={({ currentTarget }) => setQuery({ q: currentTarget.value, service: null })}
          />
        </form>
      </search>
      <div className="head">
        <h3 id={title} ref={head} tabIndex={-1}>
          {service?.name ?? (isAsked ? 'Found' : 'Recent and popular')}
        </h3>
        {service ? (
          <Button kind="quiet" size="small" onClick={() => browse(null)}>
            All services
          </Button>
        ) : null}
        <output className="quiet-text">{searching ? 'Searching…' : found && countWords(found.length)}</output>
      </div>
      <ErrorPanel
        title={problem}
        action={
          <Button kind="secondary" size="small" onClick={retry}>
            Try again
          </Button>
        }
      />
      <FoundSteps {...{ found, searching, title, list, onChoose }} isShort={!isAsked} />
      {service ? null : (
        <BrowseServices services={services.filter(({ step_kinds }) => step_kinds.includes(kind))} onBrowse={browse} />
      )}
      {onCancel ? (
        <div className="actions">
          <Button kind="quiet" size="small" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function countWords(count: number): string {
  return count === 1 ? '1 step' : `${count} steps`
}

/** How many are shown before anything is asked for, so that the services stay in sight. */
const FEW = 8

type FoundProps = {
  found: readonly FoundDraftStep[] | null
  searching: boolean
  /** Only a few are shown, until all are asked for. */
  isShort: boolean
  /** The id of the heading. */
  title: string
  list: RefObject<HTMLUListElement | null>
  onChoose: Props['onChoose']
}

function FoundSteps({ found, searching, isShort, title, list, onChoose }: FoundProps) {
  const [isAll, setIsAll] = useState(false)
  useEffect(() => {
    if (isAll) focusStep(list.current, FEW)
  }, [isAll, list])
  if (!found)
    return searching ? (
      <div className="found" aria-busy="true">
        <Skeleton shape="row" count={FEW} />
      </div>
    ) : null
  if (found.length === 0) return searching ? null : <p className="quiet-text">{NOTHING_FOUND}</p>
  const shown = found.slice(0, isShort && !isAll ? FEW : undefined)
  return (
    <>
      <ul className="found" ref={list} aria-labelledby={title} aria-busy={searching ? true : undefined}>
        {shown.map((step) => (
          <FoundStep key={`${step.module_name}/${step.slug}`} step={step} onChoose={onChoose} />
        ))}
      </ul>
      {shown.length < found.length ? (
        <div className="actions">
          <Button kind="secondary" size="small" onClick={() => setIsAll(true)}>
            Show {found.length - shown.length} more
          </Button>
        </div>
      ) : null}
    </>
  )
}

type BrowseProps = { services: readonly BrowsedService[]; onBrowse: (moduleName: string) => void }

function BrowseServices({ services, onBrowse }: BrowseProps) {
  const title = useId()
  return (
    <>
      <h3 id={title}>Services</h3>
      <ul className="browse" aria-labelledby={title}>
        {services.map(({ module_name, name, icon }) => (
          <li key={module_name}>
            <PressButton onClick={() => onBrowse(module_name)}>
              <ServiceIcon name="" src={icon} size={18} /> {name}
            </PressButton>
          </li>
        ))}
      </ul>
    </>
  )
}

function focusStep(list: Element | null, place: number) {
  list?.querySelectorAll('button')[place]?.focus()
}
