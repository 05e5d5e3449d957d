export function countOfRuns(runs: number): string {
  return runs === 1 ? '1 run' : `${runs.toLocaleString('en-US')} runs`
}
