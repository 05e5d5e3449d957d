type Placed = { place: number; position: number }

/** The steps of an Applet in their order. Sorted here: no index has it, so that D1 would read each step once more. */
export function stepsInOrder<Step extends Placed>(steps: readonly Step[]): Step[] {
  return steps.toSorted((a, b) => a.place - b.place || a.position - b.position)
}
