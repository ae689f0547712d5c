import * as v from 'valibot'

/** Numbers with their units, which the API reference shows. The pipe of an input contains its limits and its unit. */

const unit = (description: string) => v.metadata<number, { description: string }>({ description })
const measured = (description: string) => v.pipe(v.number(), unit(description))

export const inCurrency = unit("In the company's currency.")
export const inMinorUnits = unit("In the smallest unit of the company's currency.")
export const inInvoiceCurrency = unit('In the currency of the invoice.')
export const inPercent = unit('In percent.')
export const inDegrees = unit('In degrees (WGS 84).')
export const inCelsius = unit('In degrees Celsius.')
export const inMilliseconds = unit('In milliseconds.')
export const inMinutes = unit('In minutes.')
export const inVolumeType = unit('In the unit of the volume type.')
export const asShare = unit('From 0 to 1.')
export const inOrder = unit('Determines the order of the stops, lowest first.')

export const Money = v.pipe(v.number(), inCurrency)
export const MinorUnits = v.pipe(v.number(), inMinorUnits)
export const InvoiceAmount = v.pipe(v.number(), inInvoiceCurrency)
/** For phones that receive no money. */
export const Prices = measured('In typical prices of a sale.')
export const Percent = v.pipe(v.number(), inPercent)
export const Share = v.pipe(v.number(), asShare)
export const Ratio = measured('A ratio.')
export const Tenths = measured('In tenths.')
export const Thousandths = measured('In thousandths.')
/** Of a product or a stock. */
export const Amount = measured('In pieces, or in grams or millilitres of an ingredient.')
export const Volume = v.pipe(v.number(), inVolumeType)
export const Packs = measured('In packs.')
export const Measure = measured("In the company's currency, or in pieces or transactions, as `dataType` says.")

export const EpochMs = measured('In milliseconds since 1970.')
export const Seconds = measured('In seconds.')
export const Minutes = v.pipe(v.number(), inMinutes)
export const MinuteOfDay = measured('In minutes since midnight.')
export const Hours = measured('In hours.')
export const Metres = measured('In metres.')
export const Celsius = v.pipe(v.number(), inCelsius)
export const Degrees = v.pipe(v.number(), inDegrees)
export const Coordinates = v.object({ lat: Degrees, lng: Degrees })
export const Position = v.pipe(v.number(), inOrder)
