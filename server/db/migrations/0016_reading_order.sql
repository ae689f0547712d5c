ALTER TABLE "audit_readings" ADD COLUMN "counted" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "audit_readings" SET "counted" = (
	SELECT sum(coalesce(
		("reading" #>> ARRAY['totals', "kind", 'count', 'init'])::numeric,
		(SELECT sum(("selection" #>> ARRAY["kind", 'count', 'init'])::numeric) FROM jsonb_array_elements("reading" -> 'selections') AS "selection"),
		0))
	FROM unnest(ARRAY['paid', 'free', 'test']) AS "kind");
