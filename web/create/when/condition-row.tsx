import type { ReactNode, Ref } from 'react'
import { comparisonOf, conditionProblem, takesValue } from '../../../worker/contract/drafts/conditions-code.ts'
import {
  CONDITION_OPERATORS,
  type ConditionOperator,
  type DraftCondition,
  type DraftIngredient,
} from '../../../worker/contract/drafts/draft.ts'
import { Button } from '../../ui/button/button.tsx'
import { Field, SelectField } from '../../ui/form/field.tsx'
import type { IngredientGroup } from '../fields/step-ingredients.ts'
import { stepFieldId } from '../fields/step-field-id.ts'
import { firstOperator, operatorOptions } from './condition-words.ts'

type Props = {
  condition: DraftCondition
  /** From 1. */
  number: number
  groups: readonly IngredientGroup[]
  /** Whether a missing value is said already. */
  left: boolean
  first: Ref<HTMLSelectElement>
  onChange: (condition: DraftCondition) => void
  onLeave: () => void
  onRemove: () => void
}

/** One condition: an ingredient, what is asked of it, and the value that it is compared with. */
export function ConditionRow({ condition, number, groups, left, first, onChange, onLeave, onRemove }: Props) {
  const { ingredient, operator, value } = condition
  const known = groups.flatMap(({ ingredients }) => ingredients).find(({ filter_name }) => filter_name === ingredient)
  const type = known?.type ?? 'text'
  const problem = left ? conditionProblem(condition, type) : null

  function chooseIngredient(name: string) {
    const next = groups.flatMap(({ ingredients }) => ingredients).find(({ filter_name }) => filter_name === name)
    const comparison = comparisonOf(next?.type ?? 'text')
    const same = comparison === comparisonOf(type)
    onChange(
      same ? { ...condition, ingredient: name } : { ingredient: name, operator: firstOperator(comparison), value: '' },
    )
  }
  function chooseOperator(chosen: string) {
    const next = CONDITION_OPERATORS.find((each) => each === chosen) ?? operator
    onChange({ ...condition, operator: next, value: takesValue(next) ? valueAs(inputOf(type, next), value) : '' })
  }
  const words = {
    error: problem,
    value,
    onBlur: onLeave,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onChange({ ...condition, value: currentTarget.value }),
  }

  return (
    <fieldset className="condition">
      <legend>Condition {number}</legend>
      <SelectField
        ref={first}
        id={stepFieldId('when', `conditions.${number - 1}`)}
        label="Value of"
        value={ingredient}
        error={known ? null : 'No step before it gives this anymore. Choose another one.'}
        options={[
          ...groups.flatMap(({ step, ingredients }) => ingredients.map((each) => ingredientOption(each, step))),
          ...(known ? [] : [{ label: lastPart(ingredient), value: ingredient }]),
        ]}
        onChange={(event) => chooseIngredient(event.currentTarget.value)}
      />
      <SelectField
        label="Comparison"
        value={operator}
        options={operatorOptions(comparisonOf(type), operator)}
        onChange={(event) => chooseOperator(event.currentTarget.value)}
      />
      {takesValue(operator) ? valueField(inputOf(type, operator), words, known?.example ?? '') : null}
      <Button kind="quiet" size="small" onClick={onRemove}>
        Remove condition {number}
      </Button>
    </fieldset>
  )
}

type ValueInput = 'text' | 'number' | 'date' | 'datetime-local'

/** The kind of input that a value is typed into. */
function inputOf(type: DraftIngredient['type'], operator: ConditionOperator): ValueInput {
  const comparison = comparisonOf(type)
  if (comparison !== 'date') return comparison
  return type === 'date' || operator === 'is' || operator === 'is_not' ? 'date' : 'datetime-local'
}

/** A day becomes its first minute, and a time its day, so that a date input can show it. */
function valueAs(input: ValueInput, value: string): string {
  if (input === 'date') return value.slice(0, 10)
  return input === 'datetime-local' && value.length === 10 ? `${value}T00:00` : value
}

function valueField(input: ValueInput, words: object, example: string): ReactNode {
  const label = 'Compared with'
  const hint = example === '' ? null : `For example: ${example.slice(0, 60)}`
  switch (input) {
    case 'date':
    case 'datetime-local':
      return <Field {...words} label={label} type={input} />
    case 'number':
      return <Field {...words} label={label} hint={hint} inputMode="decimal" autoComplete="off" />
    case 'text':
      return <Field {...words} label={label} hint={hint} autoComplete="off" />
  }
}

const EXAMPLE_IN_LIST = 30

function ingredientOption({ filter_name, label, example }: DraftIngredient, group: string) {
  const shown = example.length > EXAMPLE_IN_LIST ? `${example.slice(0, EXAMPLE_IN_LIST)}…` : example
  return { value: filter_name, label: shown === '' ? label : `${label} (${shown})`, group }
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}
