import { encoded, type Layout, rows, wide } from './layout.ts'

/** Layouts of Asian and Arabic systems. */
export const ASIA: readonly Layout[] = [
  {
    name: 'Japanese report in Shift-JIS with the afternoon before the hour',
    file: encoded(
      rows(
        '販売日時,自販機名,商品名,金額,状態',
        '2026年3月13日 午後2時05分,駅前,Cola,1.50,販売',
        '2026年3月14日 午前2時05分,駅前,Cola,1.50,返金',
        '2026年3月14日 午前3時05分,駅前,ボトル,1.50,販売',
      ),
      'shift_jis',
    ),
    new: 1,
    sum: 150,
    refused: 1,
    problems: ['UNKNOWN_PRODUCT'],
    notes: { REFUNDS: 1 },
    from: '2026-03-13 13:05:00',
  },
  {
    name: 'Japanese report in EUC-JP',
    file: encoded(
      rows(
        '取引日時,自動販売機,売上金額,お支払いのしかた',
        '2026/03/13 14:05,駅前,1.50,現金',
        '2026/03/14 14:05,駅前,1.50,クレジットカード',
      ),
      'euc-jp',
    ),
    new: 2,
    sum: 300,
    types: ['CASH', 'CREDIT_CARD'],
  },
  {
    name: 'years of two digits that come first',
    file: rows('日付,時刻,自販機名,金額', '26/03/13,14:05,駅前,1.50', '26/03/14,14:06,駅前,2.50'),
    new: 2,
    sum: 400,
    from: '2026-03-13 13:05:00',
  },
  {
    name: 'years of two digits that come last',
    file: rows('Date,Machine,Amount', '10/03/26 10:00,Foyer,1.50', '11/03/26 10:00,Foyer,1.50', '24/03/26 10:00,Foyer,1.50'),
    new: 3,
    sum: 450,
    from: '2026-03-10 09:00:00',
  },
  {
    name: 'one day of which the year may come first is asked about',
    file: rows('Date,Machine,Amount', '24/03/26 10:00,Foyer,1.50', '24/03/26 11:00,Foyer,1.50'),
    new: 2,
    sum: 300,
    doubts: ['DATES'],
    from: '2026-03-24 09:00:00',
  },
  {
    name: 'Japanese dates in eras',
    file: rows('日時,自販機名,金額', '令和8年3月13日 10:00,駅前,1.50', 'R8.3.14 10:00,駅前,2.50', '2026年3月15日日曜日 10:00,駅前,3.50'),
    choices: { mapping: { at: 0, machine: 1, amount: 2 } },
    new: 3,
    sum: 750,
    from: '2026-03-13 09:00:00',
  },
  {
    name: 'Chinese report in GB18030 with the zone in the head and refused payments',
    file: encoded(
      rows(
        '订单编号,交易时间(UTC+8),机器名称,实付金额(元),交易结果',
        '20260313001,2026-03-13 22:00:00,车站,1.50,支付成功',
        '20260313002,2026-03-13 23:00:00,车站,1.50,已退款',
        '20260313003,2026-03-13 23:30:00,车站,1.50,支付失败',
      ),
      'gb18030',
    ),
    new: 0,
    sum: 0,
    refused: 1,
    problems: ['OTHER_CURRENCY'],
    notes: { REFUNDS: 1, CANCELLED: 1 },
  },
  {
    name: 'Chinese report with the zone in the head',
    file: rows(
      '交易时间(UTC+8),机器名称,交易金额,支付方式',
      '2026-03-13 22:00:00,车站,1.50,微信支付',
      '2026-03-13 下午 11:00:00,车站,1.50,现金',
    ),
    new: 2,
    sum: 300,
    from: '2026-03-13 14:00:00',
    until: '2026-03-13 15:00:00',
    types: ['CASH', 'CREDIT_CARD'],
  },
  {
    name: 'Chinese amounts in fen',
    file: rows('日期,设备名称,金额(分),支付方式', '2026-03-13 22:00:00,车站,150,现金'),
    new: 1,
    sum: 150,
  },
  {
    name: 'Arabic report with its own digits in UTF-16',
    file: wide(
      rows(
        'التاريخ;الماكينة;المبلغ;الحالة',
        '١٣/٠٣/٢٠٢٦ ٢:٠٥ م;المحطة;١٫٥٠;مدفوع',
        '١٤/٠٣/٢٠٢٦ ٢:٠٥ ص;المحطة;٢٫٠٠;مسترد',
        '١٤/٠٣/٢٠٢٦ ٣:٠٥ ص;المحطة;٢٫٠٠;ملغى',
      ),
      false,
    ),
    new: 1,
    sum: 150,
    notes: { REFUNDS: 1, CANCELLED: 1 },
    from: '2026-03-13 13:05:00',
  },
  {
    name: 'seconds since 1970 in a text',
    file: rows('ts;machine;amount', '1773392400;Foyer;1.50', '1773396000.5;Foyer;2.50'),
    new: 2,
    sum: 400,
    from: '2026-03-13 09:00:00',
  },
  {
    name: 'milliseconds since 1970 in a text',
    file: rows('created;machine;amount', '1773392400000;Foyer;1.50', '1773396000000;Foyer;2.50'),
    new: 2,
    sum: 400,
    from: '2026-03-13 09:00:00',
    until: '2026-03-13 10:00:00',
  },
]
