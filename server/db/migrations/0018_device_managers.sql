-- The first manager of a company in which nobody may connect devices.
UPDATE "users" SET "authorities" = array_append("authorities", 'ROLE_DEVICE_MANAGER')
WHERE ("company_id", "id") IN (
	SELECT DISTINCT ON ("u"."company_id") "u"."company_id", "u"."id" FROM "users" AS "u"
	WHERE "u"."company_role" = 'ROLE_MANAGER' AND "u"."enabled" AND "u"."home_company_id" IS NULL
		AND NOT EXISTS (
			SELECT FROM "users" AS "o"
			WHERE "o"."company_id" = "u"."company_id" AND "o"."enabled" AND 'ROLE_DEVICE_MANAGER' = ANY("o"."authorities"))
	ORDER BY "u"."company_id", "u"."id");
