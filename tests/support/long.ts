/** Whether this is `npm run test:long`, which runs the long form of tests that take too long for every change. */
export const isLong = process.env.TEST_LONG === '1'
