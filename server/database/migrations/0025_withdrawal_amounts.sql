ALTER TABLE "cash_movements" ADD COLUMN "taken_minor" bigint;--> statement-breakpoint
CREATE INDEX "cash_movements_counts" ON "cash_movements" USING btree ("company_id","machine_id","effective_at","operation_id","line") WHERE kind = 'count';--> statement-breakpoint
WITH placed AS (
  SELECT w.*, count(*) FILTER (WHERE kind = 'count' AND NOT voided) OVER (
    PARTITION BY company_id, machine_id ORDER BY effective_at, operation_id, line ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS part
  FROM cash_movements w),
parts AS (
  SELECT company_id, machine_id, part, coalesce(sum(amount_minor) FILTER (WHERE kind = 'delta' AND NOT voided), 0)
    + lag(max(amount_minor) FILTER (WHERE kind = 'count' AND NOT voided)) OVER (PARTITION BY company_id, machine_id ORDER BY part) AS taken
  FROM placed GROUP BY company_id, machine_id, part)
UPDATE cash_movements w SET taken_minor = parts.taken
FROM placed JOIN parts USING (company_id, machine_id, part)
WHERE w.cause = 'WITHDRAWN' AND NOT w.voided AND w.company_id = placed.company_id AND w.machine_id = placed.machine_id
  AND w.effective_at = placed.effective_at AND w.operation_id = placed.operation_id AND w.line = placed.line;
