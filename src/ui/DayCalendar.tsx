import { FocusTrap } from '@mantine/core'
import { DatePicker, type DayOfWeek } from '@mantine/dates'
import dayjs from 'dayjs'
import 'dayjs/locale/de'
import 'dayjs/locale/en-gb'
import 'dayjs/locale/es'
import 'dayjs/locale/fr'
import 'dayjs/locale/it'
import 'dayjs/locale/ja'
import 'dayjs/locale/pl'
import 'dayjs/locale/pt-br'
import { useTranslation } from 'react-i18next'

/** The library's names of those languages that have several forms. */
const NAMES: Readonly<Record<string, string>> = { en: 'en-gb', pt: 'pt-br' }

type Props = { value: string; onChange(day: string): void; min: string; max: string }

/** A calendar in the language of the screen. Its first view is the month of `value`, or of the last day that can be selected. */
export function DayCalendar({ value, onChange, min, max }: Props) {
  const { t, i18n } = useTranslation()
  const locale = NAMES[i18n.language] ?? i18n.language
  const rules = dayjs.Ls[locale]
  const first = value || max
  const [previous, next] = [t('day.previous'), t('day.next')]
  return (
    <FocusTrap>
      <div>
        <DatePicker
          size="md"
          locale={locale}
          firstDayOfWeek={(rules?.weekStart ?? 0) as DayOfWeek}
          // Red is the color of errors.
          weekendDays={[]}
          monthLabelFormat={locale === 'ja' ? 'YYYY年M月' : 'MMMM YYYY'}
          getDayProps={(day) => ({
            'aria-label': dayjs(day).locale(locale).format(rules?.formats.LL),
            'data-autofocus': day === first || undefined,
          })}
          ariaLabels={{
            previousMonth: previous,
            nextMonth: next,
            previousYear: previous,
            nextYear: next,
            previousDecade: previous,
            nextDecade: next,
          }}
          // Otherwise Escape would also close the dialog around it.
          __stopPropagation
          value={value || null}
          defaultDate={first}
          minDate={min}
          maxDate={max}
          onChange={(day) => day && onChange(day)}
        />
      </div>
    </FocusTrap>
  )
}
