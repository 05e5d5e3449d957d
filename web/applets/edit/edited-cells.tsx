import { useState, type ComponentProps } from 'react'
import { CellsField } from '../../site/ingredients/cells-field.tsx'
import { useEarlyTyping } from '../../ui/state/use-early-typing.ts'

type Props = Omit<ComponentProps<typeof CellsField>, 'id' | 'value' | 'onWrite'> & { saved: string }

/** The cells of a row that each user fills in. The form sends them. */
export function EditedCells({ saved, ...field }: Props) {
  const [row, setRow] = useState(saved)
  const id = `cells-${field.name}`
  useEarlyTyping(`[data-cells="${field.name}"]`)
  return (
    <div data-cells={field.name}>
      <CellsField {...field} id={id} value={row} onWrite={setRow} />
    </div>
  )
}
