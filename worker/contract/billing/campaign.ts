/** The percentage that a campaign's code takes off the first payment; the holiday step's title says the same. */
export const CAMPAIGN_PERCENT = 23
export const CAMPAIGN_TERMS = `${CAMPAIGN_PERCENT}% off your first payment`
