import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { ListedService } from '../../../worker/contract/applets/browse.ts'
import type { StepKind } from '../../../worker/contract/connections/service.ts'
import type { FoundDraftStep } from '../../../worker/contract/drafts/draft.ts'
import { enterAgain } from '../../browser/early-press/early-typing.ts'
import { takeTypedAhead } from '../../browser/early-press/typed-ahead.ts'
import { Button } from '../../ui/button/button.tsx'
import { PressButton } from '../../ui/button/press-button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { Skeleton } from '../../ui/panel/skeleton.tsx'
import { useActiveOption } from '../../ui/listbox/use-active-option.ts'
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
  onChoose: (found: FoundDraftStep) => void
  /** The step stays as it is. Without it there is none yet. */
  onCancel: (() => void) | null
}

/** The same when the browser renders it again, so that what was typed finds its field. One search is open at a time. */
const id = 'step-search'

/** How many are shown before anything is asked for, so that the services stay in sight. */
const FEW = 8

/**
 * One search over all steps of a kind: what was used last and is popular first, services to browse below. The keys of
 * its field move in the list.
 */
export function StepSearch({ kind, services, first, onChoose, onCancel }: Props) {
  useEarlyTyping(OPEN_PANEL)
  const [query, setQuery] = useState<StepQuery>({ q: '', service: null })
  const { found, isOfQuery, isCurrent, problem, retry } = useStepSearch(kind, query, first)
  const input = useRef<HTMLInputElement>(null)
  const head = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [turns, setTurns] = useState(0)
  const [isAll, setIsAll] = useState(false)
  const [isInList, setIsInList] = useState(false)
  const entered = useRef<StepQuery>(null)
  const { label, example } = STEP_SEARCH_WORDS[kind]
  const isAsked = query.q.trim() !== '' || query.service !== null
  const service = services.find(({ module_name }) => module_name === query.service)
  const options = toOptions(isOfQuery || isAll ? found : (found?.slice(0, FEW) ?? null))
  const more = (found?.length ?? 0) - options.length
  const { active, onKeyDown, moveTo } = useActiveOption({
    options,
    open: isCurrent,
    first: isAsked || isInList,
    onChoose: ({ step }) => onChoose(step),
    onClose: () => search('', null),
  })

  // As soon as the field is there, so that nothing that is typed falls between.
  useLayoutEffect(() => {
    const typed = takeTypedAhead()
    if (typed === null) return
    input.current?.focus()
    if (typed !== '') enterAgain([{ id: `${id}-field`, value: typed, caret: typed.length }])
  }, [])
  // The press takes its own button away.
  useEffect(() => {
    if (turns > 0) head.current?.focus()
  }, [turns])
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  // Enter was pressed while the steps for these words were on their way.
  useEffect(() => {
    if (!isCurrent || entered.current !== query) return
    entered.current = null
    const [best] = found ?? []
    if (best) onChoose(best)
  }, [query, isCurrent, found, onChoose])

  function search(q: string, module_name: string | null) {
    setQuery({ q, service: module_name })
  }
  function browse(module_name: string | null) {
    search('', module_name)
    setTurns(turns + 1)
  }
  const activeId = active < 0 ? undefined : optionId(id, active)
  return (
    <div className="step-search">
      <search>
        <form
          method="dialog"
          onSubmit={(event) => {
            event.preventDefault()
            if (isAsked && !isCurrent) entered.current = query
          }}
        >
          <Field
            ref={input}
            id={`${id}-field`}
            type="search"
            // A select cannot be searched.
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={options.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={activeId}
            label={label}
            placeholder={example}
            autoComplete="off"
            maxLength={200}
            value={query.q}
            onChange={({ currentTarget }) => search(currentTarget.value, null)}
            onKeyDown={onKeyDown}
          />
        </form>
      </search>
      <div className="head">
        <h3 id={`${id}-title`} ref={head} tabIndex={-1}>
          {service?.name ?? (isOfQuery ? 'Found' : 'Recent and popular')}
        </h3>
        {service ? (
          <Button kind="quiet" size="small" onClick={() => browse(null)}>
            All services
          </Button>
        ) : null}
        <output className="quiet-text">{isCurrent ? found && countWords(found.length) : 'Searching…'}</output>
      </div>
      <ErrorPanel
        title={problem}
        action={
          <Button kind="secondary" size="small" onClick={retry}>
            Try again
          </Button>
        }
      />
      {found?.length === 0 && isCurrent ? <p className="quiet-text">{NOTHING_FOUND}</p> : null}
      {found ? null : <FoundSkeleton searching={!isCurrent} />}
      <div
        className="found"
        ref={list}
        id={`${id}-list`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select has no entries with pictures
        role="listbox"
        tabIndex={0}
        hidden={options.length === 0}
        aria-labelledby={`${id}-title`}
        aria-busy={isCurrent || !found ? undefined : true}
        aria-activedescendant={activeId}
        onKeyDown={onKeyDown}
        onFocus={() => setIsInList(true)}
        onBlur={() => setIsInList(false)}
      >
        {options.map(({ value, step }, index) => (
          <FoundStep
            key={value}
            step={step}
            option={{ id: optionId(id, index), active: index === active }}
            onChoose={onChoose}
          />
        ))}
      </div>
      {more > 0 ? (
        <div className="actions">
          <Button
            kind="secondary"
            size="small"
            onClick={() => {
              setIsAll(true)
              list.current?.focus()
              moveTo(FEW)
            }}
          >
            Show {more} more
          </Button>
        </div>
      ) : null}
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

function optionId(list: string, index: number): string {
  return `${list}-${index}`
}

function toOptions(found: readonly FoundDraftStep[] | null) {
  return (found ?? []).map((step) => ({ value: `${step.module_name}/${step.slug}`, step }))
}

function FoundSkeleton({ searching }: { searching: boolean }) {
  return searching ? (
    <div className="found" aria-busy="true">
      <Skeleton shape="row" count={FEW} />
    </div>
  ) : null
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
