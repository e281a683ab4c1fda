int a = 1; // bell  and escape [31m
int b​ = 2; // zero width space
if (x ‮) ) // right-to-left override
char *s = "caf�"; // a Latin-1 byte
int c = 3; // no-break space
	int d = 4;
