import type { Measured } from './measure-scenario.ts'
import type { Scenario } from './scenarios.ts'

const TITLES: Record<Scenario['group'], string> = { control: 'Controls', call: 'Calls', page: 'Pages' }

/** Prints the table, and what is above its goal. Returns how many are. */
export function printBench(measured: readonly Measured[]): number {
  for (const group of ['control', 'call', 'page'] as const) {
    console.log(`\n${line(TITLES[group], 'D1', 'first', 'whole', 'CPU ms', 'times', 'CPU', 'goal')}  of`)
    for (const each of measured.filter(({ scenario }) => scenario.group === group)) console.log(row(each))
  }
  const above = measured.filter(isAboveGoal)
  for (const { scenario, ratio } of above)
    console.error(`${scenario.name}: ${ratio.toFixed(2)} times ${scenario.against.name}, goal ${scenario.goal}`)
  return above.length
}

export function isAboveGoal({ scenario: { goal }, ratio }: Measured): boolean {
  return goal !== null && ratio > goal
}

function row({ scenario, times, ratio, cpuRatio }: Measured): string {
  const { name, statements, trips, goal, against } = scenario
  const database = statements === 0 ? '' : `${statements} in ${trips}`
  const numbers = [times.first, times.whole, times.cpu, ratio, cpuRatio].map((value) => value.toFixed(2))
  return `${line(name, database, ...numbers, goal === null ? '' : `${goal}`)}  ${against.name}`
}

function line(name: string, ...cells: string[]): string {
  return name.padEnd(50) + cells.map((cell) => cell.padStart(8)).join('')
}
