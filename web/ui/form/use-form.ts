import { useEffect, useRef, useState, type SubmitEvent, type SyntheticEvent } from 'react'
import type { RefusedForm } from '../../../worker/contract/accounts/form-pages.ts'
import { joinedValues } from '../../../worker/contract/shared/form-fields.ts'
import { EDITING, formReducer, isBusy, problemIn, type FormEvent, type FormState, type Problem } from './form-flow.ts'
import { emptyFields } from './empty-fields.ts'
import { problemFrom, problemOf } from './form-problem.ts'

type Values<Name extends string> = Record<Name, string>

/** A form that works without JavaScript: its address, and how it was refused there, if it was. */
type NativeForm = { action: string; refused: RefusedForm | null }

/**
 * Drives a form: sends its values once, shows what is refused, keeps the input and focuses the first
 * error. The fields stay uncontrolled, so that input from before this script ran is kept too.
 */
export function useForm<Name extends string>(
  names: readonly Name[],
  send: (values: Values<Name>) => Promise<unknown>,
  /** Checks the values before sending; messages by field. */
  check: (values: Values<Name>) => Problem['fields'] = nothingWrong,
  native: NativeForm | null = null,
) {
  const [state, setState] = useState(() => stateAfter(native?.refused ?? null, names))
  const current = useRef(state)
  const ref = useRef<HTMLFormElement>(null)

  function dispatch(event: FormEvent) {
    current.current = formReducer(current.current, event)
    setState(current.current)
  }
  async function submit(data: FormData, empty: Problem['fields']) {
    if (isBusy(current.current)) return
    dispatch({ type: 'submitted' })
    const values = valuesOf(names, data)
    const fields = { ...empty, ...check(values) }
    if (Object.keys(fields).length > 0) return dispatch({ type: 'refused', problem: { fields, message: null } })
    try {
      await send(values)
      dispatch({ type: 'accepted' })
    } catch (error) {
      dispatch({ type: 'refused', problem: problemOf(error, names) })
    }
  }

  // Each attempt passes through another kind, so a second refusal is noticed too.
  const { kind } = state
  useEffect(() => {
    if (kind === 'refused') ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [kind])

  return {
    state,
    busy: isBusy(state),
    problem: problemIn(state),
    form: {
      ref,
      noValidate: true,
      // Outside a dialog, `dialog` sends nothing: what was typed must never get into an address.
      ...(native ? { method: 'post', action: native.action } : { method: 'dialog' }),
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        const { currentTarget, nativeEvent } = event
        const isUnchecked = nativeEvent.submitter?.hasAttribute('formnovalidate')
        const required = currentTarget.querySelectorAll<HTMLInputElement>('[required]')
        void submit(new FormData(currentTarget), isUnchecked ? {} : emptyFields(required))
      },
      onInput: ({ target }: SyntheticEvent) => {
        if ('name' in target && typeof target.name === 'string') dispatch({ type: 'edited', field: target.name })
      },
    },
  }
}

/** A form that was refused without JavaScript shows why from the first paint on. */
function stateAfter(refused: RefusedForm | null, names: readonly string[]): FormState {
  return refused ? { kind: 'refused', problem: problemFrom(refused, names) } : EDITING
}

function nothingWrong() {
  return {}
}

function valuesOf<Name extends string>(names: readonly Name[], data: FormData): Values<Name> {
  // A group of checkboxes has a value for each that is checked: a line each.
  const entries = names.map((name) => [name, joinedValues(data.getAll(name).map(String))])
  // Object.fromEntries loses the type of the names.
  return Object.fromEntries(entries) as Values<Name>
}
