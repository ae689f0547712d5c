import { measure, printed } from './metrics.ts'

console.log(printed(measure()))
