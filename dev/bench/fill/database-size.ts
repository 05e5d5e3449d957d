/** How many rows of each kind a filled database has. All else follows from these. */
export type DatabaseSize = { applets: number; users: number; enablements: number; activity: number }

/** A million Applets come with three million enablements and ten million lines of activity. */
export function databaseSize(applets: number): DatabaseSize {
  return { applets, users: applets, enablements: 3 * applets, activity: 10 * applets }
}
