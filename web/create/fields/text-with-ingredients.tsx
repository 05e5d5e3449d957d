import { useMemo, useRef, type ComponentProps, type ReactNode } from 'react'
import { CellsField } from '../../site/ingredients/cells-field.tsx'
import { IngredientArea, type InsertIngredient } from '../../site/ingredients/ingredient-area.tsx'
import { AddIngredient } from './add-ingredient.tsx'
import { FilledText } from './filled-text.tsx'
import { knownIngredients, type TextSource } from './step-ingredients.ts'

type Props = Omit<ComponentProps<typeof IngredientArea>, 'known' | 'insertRef'> & {
  id: string
  name: string
  value: string
  /** Whether it is a row of cells. */
  cells: boolean
  source: TextSource
  /** Stands beside the button that adds an ingredient. */
  tools?: ReactNode
  onWrite: (value: string) => void
}

/** A text that takes ingredients: chosen from a list, or completed after `{{`; what it becomes stands below. */
export function TextWithIngredients({ cells, source, tools, ...area }: Props) {
  const { value, label, forPeople } = area
  const insert = useRef<InsertIngredient>(null)
  const known = useMemo(() => knownIngredients(source, forPeople), [source, forPeople])
  const add = (
    <AddIngredient {...{ label, tools }} options={known?.options ?? []} onAdd={(inner) => insert.current?.(inner)} />
  )
  return (
    <div className="ingredient-text">
      {cells ? (
        <CellsField {...area} known={known} insertRef={insert}>
          {add}
        </CellsField>
      ) : (
        <>
          <IngredientArea {...area} known={known} insertRef={insert} />
          {add}
        </>
      )}
      {known ? <FilledText text={value} source={source} cells={cells} /> : null}
    </div>
  )
}
