import { useEffect, useRef, useState, type ComponentType } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { usePart } from '../../ui/part/use-part.ts'

type Props<Given> = {
  /** The button's words, until the part stands in its place. */
  label: string
  load: () => Promise<ComponentType<Given>>
  given: Given
}

/** A part that not everyone needs: it loads with the press that asks for it, and takes the focus. */
export function PartOnPress<Given extends object>({ label, load, given }: Props<Given>) {
  const [wanted, setWanted] = useState(false)
  const [Part, approach] = usePart(wanted, load, () => setWanted(false))
  const box = useRef<HTMLDivElement>(null)
  const isShown = wanted && Part !== null
  useEffect(() => {
    if (isShown) box.current?.querySelector<HTMLElement>('button, input, select')?.focus()
  }, [isShown])
  if (!isShown)
    return (
      <Button kind="secondary" size="small" busy={wanted} {...approach} onClick={() => setWanted(true)}>
        {label}
      </Button>
    )
  return (
    <div className="part" ref={box}>
      <Part {...given} />
    </div>
  )
}
