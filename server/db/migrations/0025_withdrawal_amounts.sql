ALTER TABLE "cash_movements" ADD COLUMN "taken_minor" bigint;--> statement-breakpoint
CREATE INDEX "cash_movements_counts" ON "cash_movements" USING btree ("company_id","machine_id","effective_at","operation_id","line") WHERE kind = 'count';--> statement-breakpoint
WITH placed AS (
  SELECT w.ctid AS place, w.*, count(*) FILTER (WHERE kind = 'count' AND NOT voided) OVER (
    PARTITION BY company_id, machine_id ORDER BY effective_at, operation_id, line ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS part
  FROM cash_movements w),
parts AS (
  SELECT company_id, machine_id, part, coalesce(sum(amount_minor) FILTER (WHERE kind = 'delta' AND NOT voided), 0) AS sold,
    max(amount_minor) FILTER (WHERE kind = 'count' AND NOT voided) AS counted,
    max(place) FILTER (WHERE cause = 'WITHDRAWN' AND NOT voided) AS place
  FROM placed GROUP BY company_id, machine_id, part),
found AS (SELECT place, sold + lag(counted) OVER (PARTITION BY company_id, machine_id ORDER BY part) AS taken FROM parts)
UPDATE cash_movements w SET taken_minor = found.taken FROM found WHERE w.ctid = found.place;
