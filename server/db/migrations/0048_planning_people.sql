CREATE TABLE "planning_people" (
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"settings" jsonb NOT NULL,
	CONSTRAINT "planning_people_company_id_user_id_pk" PRIMARY KEY("company_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "planning_people" ADD CONSTRAINT "planning_people_company_id_user_id_users_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;